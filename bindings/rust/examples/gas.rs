//! The gas of tests/consumer/main.cpp, made and run in Rust: it prints the same line.

use firsthit::{vec3, Body, Error, Shape, World, WorldOptions};

/// A velocity component from whole numbers only: -1, -0.75, ... 1.
fn component(state: &mut u32) -> f64 {
    *state = state.wrapping_mul(1664525).wrapping_add(1013904223);
    (f64::from((*state >> 16) % 9) - 4.0) * 0.25
}

fn main() -> Result<(), Error> {
    let side = 6;
    let mut options = WorldOptions::new(3)?;
    options.max = vec3(9.0, 9.0, 9.0);
    options.sides = [1, 1, 0];
    options.restitution = 0.9375;
    let mut world = World::new(&options)?;
    let ball = Shape::ball(3, 0.5)?;
    let mut state = 1;
    for i in 0..side * side * side {
        let place = |k: i32| 0.75 + 1.5 * f64::from(k);
        let position = vec3(place(i % side), place(i / side % side), place(i / (side * side)));
        let velocity = vec3(component(&mut state), component(&mut state), component(&mut state));
        world.add(&ball, &Body { position, velocity, ..Body::default() })?;
    }
    let mut impulse = 0.0;
    world.run_until_telling(20.0, |impact| impulse += impact.impulse)?;
    assert!(impulse > 0.0);
    println!("{} collisions, hash {:016x}", world.collisions()?, world.state_hash()?);
    Ok(())
}
