"""The size of an image is read from its header, whatever stands in between, and nothing else is needed."""

import base64
import io
import itertools
from timeit import repeat

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from contextthrift.formats.image_size import image_size, image_size_of_base64, image_size_of_url
from tests.formats import images

SIZES = [(1, 1), (2, 3), (640, 480), (1023, 1025), (16_383, 16_383)]
WRITERS = [
    images.png,
    images.gif,
    images.jpeg,
    images.webp_lossy,
    images.webp_lossless,
    images.webp_extended,
]
EXIF_WITH_THUMBNAIL = images.segment(0xE1, b"Exif\0\0" + images.jpeg(160, 120))
LARGE = images.segment(0xE2, b"\xff\xc0" * 32_766)
STARTS = [writer(640, 480)[:16] for writer in WRITERS]


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.__name__)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_size_is_read(writer, size):
    assert image_size(writer(*size)) == size


def test_sizes_beyond_16_bits_are_read():
    assert image_size(images.png(2**31 - 1, 70_000)) == (2**31 - 1, 70_000)
    assert image_size(images.webp_extended(2**24, 70_000)) == (2**24, 70_000)


def test_both_versions_of_gif_are_read():
    assert image_size(images.gif(7, 9, b"GIF87a")) == image_size(images.gif(7, 9)) == (7, 9)


def test_the_scale_bits_of_webp_are_no_part_of_its_size():
    assert image_size(images.webp_lossy(300, 200, scale=3)) == (300, 200)


@pytest.mark.parametrize("code", sorted({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}), ids=hex)
def test_every_kind_of_jpeg_frame_is_read(code):
    assert image_size(images.jpeg(320, 200, code=code)) == (320, 200)


@pytest.mark.parametrize("code", [0xC4, 0xC8, 0xCC], ids=hex)
def test_tables_between_the_frame_codes_are_no_frames(code):
    assert image_size(images.jpeg(320, 200, images.frame(9, 9, code))) == (320, 200)


@pytest.mark.parametrize(
    "before",
    [
        EXIF_WITH_THUMBNAIL,
        LARGE * 5,
        b"\xff" * 7,
        b"\xff\x01",
        b"\xff\xd0\xff\xd7",
        images.segment(0xFE, b""),
    ],
    ids=["thumbnail", "large", "fill bytes", "TEM", "restarts", "empty comment"],
)
def test_what_stands_before_a_jpeg_frame_is_walked_over(before):
    image = images.jpeg(4_000, 3_000, before)
    assert image_size(image) == (4_000, 3_000)
    assert image_size_of_base64(base64.b64encode(image).decode()) == (4_000, 3_000)


@pytest.mark.parametrize(
    "rubbish",
    [
        b"",
        b"BM",
        b"<svg width='10' height='10'/>",
        b"%PDF-1.7",
        b"\x89PNG\r\n\x1a\n" + b"\0\0\0\4CgBI" + bytes(20),
        b"\xff\xd8" + b"\xff" * 2_000 + images.frame(5, 5),
        b"\xff\xd8\xff\xd9" + images.frame(5, 5),
        b"\xff\xd8" + images.segment(0xDA, b"scan") + images.frame(5, 5),
        b"\xff\xd8\xff\xe0\0\1" + images.frame(5, 5),
        b"\xff\xd8\xff\xe0\0\0" + images.frame(5, 5),
        b"\xff\xd8\0" + images.frame(5, 5),
        images.riff(b"ALPH", bytes(30)),
        images.riff(b"VP8 ", bytes(30)),
        images.riff(b"VP8L", bytes(30)),
        images.png(0, 5),
        images.gif(5, 0),
        images.jpeg(5, 0),
    ],
)
def test_what_has_no_size_to_read_gives_none(rubbish):
    assert image_size(rubbish) is None


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.__name__)
def test_a_header_that_is_cut_off_gives_none_or_its_size(writer):
    whole = writer(641, 479)
    seen = [image_size(whole[:length]) for length in range(len(whole) + 1)]
    assert [size for size, _ in itertools.groupby(seen)] == [None, (641, 479)]


@given(st.sampled_from(["", *STARTS]), st.binary(max_size=200))
@example(b"\xff\xd8", b"\xff\xc0\x00\x00")
def test_rubbish_never_raises(start, rest):
    data = bytes(start or b"") + rest
    encoded = base64.b64encode(data).decode()
    size = image_size(data)
    assert size is None or min(size) > 0
    assert (
        image_size_of_base64(encoded) == image_size(bytearray(data)) == image_size(memoryview(data)) == size
    )


@given(st.text(max_size=300))
def test_text_that_is_no_base64_never_raises(text):
    for given_text in (text, "data:;base64," + text, "/9j/" + text, "iVBORw0KGgoAAAANSUhEUg" + text):
        image_size_of_base64(given_text)
        image_size_of_url(given_text)


@pytest.mark.parametrize("rest", range(4))
def test_base64_is_read_in_either_alphabet_with_padding_or_without(rest):
    image = images.jpeg(4_000, 3_000, images.segment(0xE1, b"\xfb\xef\xbe\xff\xff" * 40)) + bytes(rest)
    for encoded in (base64.b64encode(image).decode(), base64.urlsafe_b64encode(image).decode()):
        assert image_size_of_base64(encoded) == image_size_of_base64(encoded.rstrip("=")) == (4_000, 3_000)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", " "])
def test_base64_may_be_wrapped(line_end):
    encoded = base64.encodebytes(images.jpeg(4_000, 3_000, EXIF_WITH_THUMBNAIL)).decode()
    wrapped = line_end + encoded.replace("\n", line_end)
    assert image_size_of_base64(wrapped) == (4_000, 3_000)
    assert image_size_of_url("data:image/jpeg;base64," + wrapped) == (4_000, 3_000)


def test_a_data_url_may_have_parameters_and_capitals():
    encoded = base64.b64encode(images.png(30, 20)).decode()
    assert image_size_of_url(f"DATA:image/PNG;charset=utf-8;Base64,{encoded}") == (30, 20)
    assert image_size_of_url(f"data:;base64,{encoded}") == (30, 20)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "data:",
        "https://example.org/a,b.png",
        "file-abc123",
        "data:image/svg+xml,<svg/>",
        "data:image/png;base64;iVBORw0KGgo",
        "data:image/png;base64,",
        "data:" + "x" * 5_000 + ";base64," + base64.b64encode(images.png(30, 20)).decode(),
    ],
)
def test_other_urls_have_no_size(url):
    assert image_size_of_url(url) is None


@pytest.mark.parametrize("image", [images.png(30, 20), images.jpeg(30, 20, LARGE * 5), b"no image"])
def test_the_time_does_not_grow_with_the_data(image):
    small, large = (images.data_url(image, length=length) for length in (400_000, 20_000_000))
    times = [
        min(repeat(lambda url=url: image_size_of_url(url), number=200, repeat=7)) for url in (small, large)
    ]
    assert times[1] < 5 * times[0]


@pytest.mark.parametrize("kind", ["PNG", "GIF", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (17, 300), (640, 480), (1_500, 7)], ids="{0[0]}x{0[1]}".format)
def test_a_real_encoder_says_the_same(kind, size):
    exif = Image.Exif()
    exif[0x010E] = "a long description " * 300
    options = {
        "PNG": [{}, {"interlace": 1}, {"exif": exif}],
        "GIF": [{}, {"comment": b"made by hand"}],
        "JPEG": [
            {},
            {"progressive": True},
            {"exif": exif},
            {"icc_profile": bytes(200_000), "progressive": True},
        ],
        "WEBP": [{}, {"lossless": True}, {"exif": exif}, {"exif": exif, "lossless": True}],
    }
    modes = {
        "PNG": ["RGB", "RGBA", "P", "1"],
        "GIF": ["P"],
        "JPEG": ["RGB", "L", "CMYK"],
        "WEBP": ["RGB", "RGBA"],
    }
    for mode, chosen in itertools.product(modes[kind], options[kind]):
        file = io.BytesIO()
        Image.new(mode, size).save(file, kind, **chosen)
        assert image_size(file.getvalue()) == size
        assert image_size_of_url(images.data_url(file.getvalue(), kind.lower())) == size
