import { verifyWebhook } from '../../portico.mjs'
import { isNewWebhook } from '../../sessions.mjs'

export async function POST(request) {
  // The body must not be parsed before, because the signature covers its raw bytes.
  const body = await request.text()
  let event
  try {
    event = verifyWebhook(body, Object.fromEntries(request.headers))
  } catch {
    return new Response(null, { status: 400 })
  }
  if (isNewWebhook(request.headers.get('webhook-id')))
    console.log(`webhook ${event.type} ${event.data.id}`)
  return new Response(null, { status: 204 })
}
