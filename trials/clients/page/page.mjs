/* global oidc, settings */
// A platform without a server: oidc-client-ts in a page.
const manager = new oidc.UserManager({
  ...settings,
  scope: 'openid profile email',
  loadUserInfo: true,
  automaticSilentRenew: false,
})

const show = (value) => {
  document.querySelector('pre').textContent = JSON.stringify(value)
}
// A public client's refresh token works once, so concurrent refreshes, also in other tabs, wait for each other.
const refresh = () =>
  navigator.locks.request('refresh', async () => (await manager.signinSilent()).expires_in)

const actions = {
  '/': async () => {
    const user = await manager.getUser()
    if (!user || user.expired) return manager.signinRedirect()
    show(user.profile)
  },
  '/callback': async () => {
    await manager.signinCallback()
    location.replace('/')
  },
  '/silent': () => manager.signinRedirect({ prompt: 'none' }),
  '/max-age': () => manager.signinRedirect({ max_age: 300 }),
  '/step-up': () => manager.signinRedirect({ acr_values: 'https://refeds.org/profile/mfa' }),
  // A page has no back-channel logout: a failed refresh means that the session has ended.
  '/refresh': async () => show({ expires_in: await refresh() }),
  '/refresh-twice': async () => show(await Promise.all([refresh(), refresh()])),
  '/logout': () => manager.signoutRedirect({ post_logout_redirect_uri: `${location.origin}/bye` }),
  '/bye': () => show('bye'),
}

try {
  await actions[location.pathname]()
} catch (error) {
  await manager.removeUser()
  show({ error: error.error ?? error.message })
}
