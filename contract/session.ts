/** Idle timeout of a session, of users and admins alike (LI-03). The server decides; the browser only anticipates it. */
export const idleMinutes = 15

/** Codes or passwords that one login attempt or one link accepts (ST-07). */
export const maxTries = 5
