"""The page and the example run as they stand."""


def test_the_page_runs(run_page):
    run_page("llama-index.md", "llama_index")


def test_the_example_says_how_much_is_kept_and_how_much_given(run_example):
    kept, note, _, question = run_example("llama_index_memory.py")
    assert kept == "40 messages kept, 13 given"
    assert note == "[Earlier messages were left out to fit the context window.]"
    assert question == "Question 15: what do herons eat?"
