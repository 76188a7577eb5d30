//! Where the library for C is: in FIRSTHIT_LIB, or where `cmake --preset release` builds it.

use std::{env, path::PathBuf};

fn main() {
    let built = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../build/release");
    let folder = env::var("FIRSTHIT_LIB").map(PathBuf::from).unwrap_or(built);
    println!("cargo:rerun-if-env-changed=FIRSTHIT_LIB");
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=dylib=firsthit_c");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
}
