/** Codes or passwords that one login attempt or one link accepts (ST-07). */
export const maxTries = 5
