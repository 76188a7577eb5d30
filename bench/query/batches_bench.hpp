#pragma once

/// Prints what straight pairs cost, one by one and in batches. Returns the number of answers that differ.
int compare_batches();
