// The kit to print: offered where the server can make one.

/** The button, or nothing. */
export function print() {
  return null;
}
