/** Scopes that every platform may request for a login. */
export const loginScopes = ['openid', 'profile', 'email'] as const

/** Additional scopes, for platforms whose registration lists them. */
export const extraScopes = ['phone', 'roles'] as const
