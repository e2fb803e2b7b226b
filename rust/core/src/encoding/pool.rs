//! Things that are dear to make and cheap to hand on from call to call, whatever the thread.

use std::sync::Mutex;

/// Things that nobody uses at the moment; as many as were once in use at the same time.
pub(super) struct Pool<T> {
    idle: Mutex<Vec<T>>,
}

impl<T: Default> Pool<T> {
    pub(super) const fn new() -> Self {
        Self { idle: Mutex::new(Vec::new()) }
    }

    /// One that was used before, or else a new one.
    ///
    /// Never waits: a process forked while another thread is in here would wait for ever.
    pub(super) fn take(&self) -> Taken<'_, T> {
        let used = self.idle.try_lock().ok().and_then(|mut idle| idle.pop());
        Taken { pool: self, thing: used.unwrap_or_default() }
    }
}

/// A thing out of a pool, to which it returns.
pub(super) struct Taken<'a, T: Default> {
    pool: &'a Pool<T>,
    pub(super) thing: T,
}

impl<T: Default> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        if let Ok(mut idle) = self.pool.idle.try_lock() {
            idle.push(std::mem::take(&mut self.thing));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn a_thing_is_handed_on_and_two_at_a_time_are_two() {
        let pool = Pool::<Vec<u8>>::new();
        pool.take().thing.push(1);
        let (first, second) = (pool.take(), pool.take());
        assert_eq!([&first.thing[..], &second.thing[..]], [&[1][..], &[][..]]);
    }

    #[test]
    fn who_finds_the_pool_locked_does_not_wait() {
        let pool = Pool::<Vec<u8>>::new();
        pool.take().thing.push(1);
        let locked = pool.idle.lock();
        assert!(pool.take().thing.is_empty());
        drop(locked);
        assert_eq!(pool.take().thing, [1]);
    }
}
