//! Room for columns that grow for as long as an index lives.

/// Makes room for so many more values, and then some.
///
/// A quarter more at a time instead of twice as much: the largest columns of an index would else hold up
/// to as much air as values, and moving them is cheap beside what fills them.
pub(in crate::relevance) fn make_room<T>(column: &mut Vec<T>, more: usize) {
    let free = column.capacity().saturating_sub(column.len());
    if free < more {
        column.reserve_exact(more.max(column.len() / 4));
    }
}
