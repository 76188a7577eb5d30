#pragma once

/// Prints what the earliest hit of two outlines that deform costs, by index and by all pairs of a vertex and
/// an edge. Returns the number of answers that differ.
int compare_outlines();
