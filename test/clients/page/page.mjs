/* global oidc, settings */
// Login, userinfo, a refresh and a revocation by oidc-client-ts; the page shows what came of each as JSON.
const manager = new oidc.UserManager({
  ...settings,
  scope: 'openid profile email',
  loadUserInfo: true,
  automaticSilentRenew: false,
})

if (location.pathname === '/callback') {
  const { profile, access_token: first } = await manager.signinCallback()
  history.replaceState(null, '', '/')
  const { access_token: second } = await manager.signinSilent()
  const read = async (token) => {
    const url = await manager.metadataService.getUserInfoEndpoint()
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status
  }
  const before = await read(second)
  await manager.revokeTokens(['access_token'])
  const after = await read(second)
  document.querySelector('pre').textContent = JSON.stringify({
    ...profile,
    refreshed: first !== second,
    before,
    after,
  })
} else await manager.signinRedirect()
