use crate::sys::{self, Agent, RawAgents};
use crate::world::saved;
use crate::{checked, filled, Error, RunOutcome, World};
use std::ptr;

impl Default for Agent {
    /// Of body 0, to the origin, at a speed of 1, straight, and turning at once.
    fn default() -> Self {
        filled(|into, size| unsafe { sys::firsthit_agent_default(into, size) })
    }
}

impl Agent {
    /// `Agent::steering`: out of the way of others in time.
    pub const AVOID: i32 = 1;
}

/// Steers agents to their goals, where they stop.
pub struct Agents {
    raw: *mut RawAgents,
}

unsafe impl Send for Agents {}

impl Drop for Agents {
    fn drop(&mut self) {
        unsafe { sys::firsthit_agents_destroy(self.raw) };
    }
}

impl Agents {
    /// In 2 or 3 dimensions, with one decision in each window; `path_error` counts for a finite acceleration.
    pub fn new(dimension: i32, agents: &[Agent], window: f64, path_error: f64) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        checked(unsafe { sys::firsthit_agents_create(dimension, agents.as_ptr(), agents.len(), window, path_error, &mut raw) })?;
        Ok(Agents { raw })
    }

    /// The length of a piece: how often they must be steered.
    pub fn piece(&self) -> Result<f64, Error> {
        let mut r = 0.0;
        checked(unsafe { sys::firsthit_agents_piece(self.raw, &mut r) })?;
        Ok(r)
    }

    /// Sends every agent into its next piece. Call it at time 0, after a run to there, and then at each multiple of
    /// a piece, as `run` does.
    pub fn steer(&mut self, world: &mut World) -> Result<(), Error> {
        checked(unsafe { sys::firsthit_agents_steer(self.raw, world.raw) })
    }

    /// Runs a world from the multiple `from` of a piece to the multiple `to`, steering at each, `to` left out. Ends
    /// early for any outcome but that the time is reached.
    pub fn run(&mut self, world: &mut World, from: u64, to: u64) -> Result<RunOutcome, Error> {
        let piece = self.piece()?;
        let mut outcome = world.run_until(from as f64 * piece)?;
        for k in from..to {
            if outcome != RunOutcome::ReachedTime {
                break;
            }
            self.steer(world)?;
            outcome = world.run_until((k + 1) as f64 * piece)?;
        }
        Ok(outcome)
    }

    /// How far they have come, to go on with a world that is saved at the same time.
    pub fn save(&self) -> Result<std::vec::Vec<u8>, Error> {
        saved(|take, user| unsafe { sys::firsthit_agents_save(self.raw, take, user) })
    }

    /// Takes over what others have saved, made of the same agents; tells how many of the bytes it was.
    pub fn load(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        let mut used = 0;
        checked(unsafe { sys::firsthit_agents_load(self.raw, bytes.as_ptr().cast(), bytes.len(), &mut used) })?;
        Ok(used)
    }
}
