/**
 * Test files that take more than a hundredth of the run's file time, each with its reason; they start first, in this
 * order.
 */
export const LONG_FILES: Readonly<Record<string, string>> = {};
