use crate::sys::{self, Body, BodyState, Impact, Observer, RawWorld, RestingContact, RunLimits, Vec, WorldOptions};
use crate::{checked, filled, Error, Shape};
use std::any::Any;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicI32, Ordering};
use std::{mem, ptr};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    ReachedTime,
    ReachedCollisions,
    Collapsed,
    Crushed,
    Interrupted,
    Paused,
}

impl WorldOptions {
    /// Open space without gravity, in 2 or 3 dimensions.
    pub fn new(dimension: i32) -> Result<Self, Error> {
        let mut r = mem::MaybeUninit::uninit();
        let size = mem::size_of::<WorldOptions>();
        checked(unsafe { sys::firsthit_world_options_default(dimension, r.as_mut_ptr(), size) })?;
        Ok(unsafe { r.assume_init() })
    }
}

impl Body {
    /// What `kind` may be: moved by impacts, by nothing, or as it is told.
    pub const DYNAMIC: i32 = 0;
    pub const FIXED: i32 = 1;
    pub const KINEMATIC: i32 = 2;
}

impl Default for Body {
    /// A dynamic body of mass 1 at rest in the origin; `World::add` gives it its shape.
    fn default() -> Self {
        filled(|into, size| unsafe { sys::firsthit_body_default(into, size) })
    }
}

/// A closure that is told of impacts, and what it has panicked with: no panic goes through the library.
struct Watcher<'a> {
    tell: Box<dyn FnMut(&Impact) + 'a>,
    panic: Option<Box<dyn Any + Send>>,
    stop: AtomicI32,
}

unsafe extern "C" fn on_impact(user: *mut c_void, impact: *const Impact) {
    let watcher = &mut *user.cast::<Watcher>();
    if watcher.panic.is_some() {
        return; // the run ends before its next event
    }
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (watcher.tell)(&*impact))) {
        watcher.panic = Some(panic);
        watcher.stop.store(1, Ordering::Relaxed);
    }
}

unsafe extern "C" fn take_bytes(user: *mut c_void, bytes: *const c_void, count: usize) {
    let into = &mut *user.cast::<std::vec::Vec<u8>>();
    into.extend_from_slice(std::slice::from_raw_parts(bytes.cast(), count));
}

/// What a function of the library gives to `take_bytes`.
pub(crate) fn saved(save: impl FnOnce(sys::TakeBytes, *mut c_void) -> sys::Status) -> Result<std::vec::Vec<u8>, Error> {
    let mut bytes = std::vec::Vec::<u8>::new();
    checked(save(take_bytes, ptr::addr_of_mut!(bytes).cast()))?;
    Ok(bytes)
}

/// Bodies that fly freely between impacts, simulated from one impact to the next.
pub struct World {
    pub(crate) raw: *mut RawWorld,
}

// What takes it as `&self` only asks, which any number of threads may do at once.
unsafe impl Send for World {}
unsafe impl Sync for World {}

impl Drop for World {
    fn drop(&mut self) {
        unsafe { sys::firsthit_world_destroy(self.raw) };
    }
}

impl World {
    pub fn new(options: &WorldOptions) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        checked(unsafe { sys::firsthit_world_create(options, &mut raw) })?;
        Ok(World { raw })
    }

    /// Adds a body of this shape, whatever `body.shape` is. Ids count up from 0.
    pub fn add(&mut self, shape: &Shape, body: &Body) -> Result<u32, Error> {
        let (wanted, mut id) = (Body { shape: shape.raw(), ..*body }, 0);
        checked(unsafe { sys::firsthit_world_add(self.raw, &wanted, &mut id) })?;
        Ok(id)
    }

    /// All that it is, so that one that is loaded from it goes on with the same bits.
    pub fn save(&self) -> Result<std::vec::Vec<u8>, Error> {
        saved(|take, user| unsafe { sys::firsthit_world_save(self.raw, take, user) })
    }

    /// The world that was saved, in 2 or 3 dimensions, and how many of the bytes it was.
    pub fn load(dimension: i32, bytes: &[u8]) -> Result<(Self, usize), Error> {
        let (mut raw, mut used) = (ptr::null_mut(), 0);
        checked(unsafe { sys::firsthit_world_load(dimension, bytes.as_ptr().cast(), bytes.len(), &mut raw, &mut used) })?;
        Ok((World { raw }, used))
    }

    pub fn set_velocity(&mut self, id: u32, velocity: Vec) -> Result<(), Error> {
        checked(unsafe { sys::firsthit_world_set_velocity(self.raw, id, velocity) })
    }

    /// From now on a kinematic body accelerates so, as a lift that starts or stops.
    pub fn set_acceleration(&mut self, id: u32, acceleration: Vec) -> Result<(), Error> {
        checked(unsafe { sys::firsthit_world_set_acceleration(self.raw, id, acceleration) })
    }

    /// From now on the surface of what is fixed or kinematic moves so along itself: a conveyor starts, or stops.
    pub fn set_surface_velocity(&mut self, id: u32, velocity: Vec) -> Result<(), Error> {
        checked(unsafe { sys::firsthit_world_set_surface_velocity(self.raw, id, velocity) })
    }

    /// Runs up to and including `time`.
    pub fn run_until(&mut self, time: f64) -> Result<RunOutcome, Error> {
        self.run(time, ptr::null())
    }

    /// The same, and tells `tell` of every impact. If that panics, the run ends between two events, the world stays
    /// of use, and the panic goes on from here.
    pub fn run_until_telling<'a>(&mut self, time: f64, tell: impl FnMut(&Impact) + 'a) -> Result<RunOutcome, Error> {
        let mut watcher = Watcher { tell: Box::new(tell), panic: None, stop: AtomicI32::new(0) };
        let mut limits: RunLimits = filled(|into, size| unsafe { sys::firsthit_run_limits_default(into, size) });
        let user: *mut Watcher = &mut watcher;
        limits.stop = unsafe { ptr::addr_of!((*user).stop) }.cast(); // an AtomicI32 is laid out as an i32
        let observer = Observer {
            size: mem::size_of::<Observer>(),
            user: user.cast(),
            impact: Some(on_impact),
            impact_spins: None,
            turn: None,
            passing: None,
        };
        let mut number = 0;
        checked(unsafe { sys::firsthit_world_observe(self.raw, &observer, &mut number) })?;
        let result = self.run(time, &limits);
        checked(unsafe { sys::firsthit_world_unobserve(self.raw, number) })?;
        if let Some(panic) = unsafe { (*user).panic.take() } {
            resume_unwind(panic);
        }
        result
    }

    fn run(&mut self, time: f64, limits: *const RunLimits) -> Result<RunOutcome, Error> {
        let mut outcome = 0;
        checked(unsafe { sys::firsthit_world_run_until(self.raw, time, limits, &mut outcome) })?;
        use RunOutcome::*;
        Ok([ReachedTime, ReachedCollisions, Collapsed, Crushed, Interrupted, Paused][outcome as usize])
    }

    /// Where a body is and how it moves now.
    pub fn state(&self, id: u32) -> Result<BodyState, Error> {
        let mut r = mem::MaybeUninit::<BodyState>::uninit();
        unsafe {
            ptr::addr_of_mut!((*r.as_mut_ptr()).size).write(mem::size_of::<BodyState>());
            checked(sys::firsthit_world_state(self.raw, id, r.as_mut_ptr()))?;
            Ok(r.assume_init())
        }
    }

    /// Where bodies rest now, in the order of `a`, then of `b`, and the forces there.
    pub fn contacts(&self) -> Result<std::vec::Vec<RestingContact>, Error> {
        let mut count = 0;
        checked(unsafe { sys::firsthit_world_contacts(self.raw, ptr::null_mut(), 0, &mut count) })?;
        let mut contacts = std::vec::Vec::<RestingContact>::with_capacity(count);
        let room = contacts.capacity();
        checked(unsafe { sys::firsthit_world_contacts(self.raw, contacts.as_mut_ptr(), room, &mut count) })?;
        unsafe { contacts.set_len(count) }; // nobody changes the world in between
        Ok(contacts)
    }

    pub fn time(&self) -> Result<f64, Error> {
        let mut r = 0.0;
        checked(unsafe { sys::firsthit_world_time(self.raw, &mut r) })?;
        Ok(r)
    }
    pub fn collisions(&self) -> Result<u64, Error> {
        let mut r = 0;
        checked(unsafe { sys::firsthit_world_collisions(self.raw, &mut r) })?;
        Ok(r)
    }
    /// The same on every machine and in every language.
    pub fn state_hash(&self) -> Result<u64, Error> {
        let mut r = 0;
        checked(unsafe { sys::firsthit_world_state_hash(self.raw, &mut r) })?;
        Ok(r)
    }
}
