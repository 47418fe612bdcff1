/** Wrong arguments of a command: its usage is printed below the message, and it exits with 2. */
export class UsageError extends Error {}
