import { verifyLogoutToken } from '../../portico.mjs'
import { endSessionsOf } from '../../sessions.mjs'

export async function POST(request) {
  const body = await request.formData()
  const sid = await verifyLogoutToken(String(body.get('logout_token'))).catch(() => null)
  if (sid === null) return new Response(null, { status: 400 })
  console.log(`back-channel logout ended ${endSessionsOf(sid)}`)
  return new Response(null, { status: 204 })
}
