#pragma once

/// Prints what pairs cost that fall differently, and how many of them whole numbers answer.
void time_falling();
