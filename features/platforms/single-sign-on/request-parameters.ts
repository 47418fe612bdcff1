import { decodeJwt } from 'jose'
import { config } from '#server/config.ts'
import { randomToken } from '#server/secret.ts'
import { createAdapter } from './adapter.ts'

const postedForms = createAdapter('PostedForm')
const postedSeconds = 60

/** Stores a posted form for a minute. Returns a query string that refers to it and reveals nothing of its content. */
export async function savePostedForm(form: URLSearchParams): Promise<string> {
  const reference = randomToken()
  await postedForms.upsert(reference, { query: String(form) }, postedSeconds)
  return `posted=${reference}`
}

/** Returns the path with the parameters of the posted form that it refers to; undefined if the form has expired. */
export async function resolveParameters(path: string): Promise<string | undefined> {
  const url = new URL(path, config.publicUrl)
  const reference = url.searchParams.get('posted')
  if (reference !== null) {
    const form = await postedForms.find(reference)
    if (!form) return undefined
    url.search = String(form['query'])
  }
  const object = url.searchParams.get('request')
  if (object !== null) addResponseParameters(url.searchParams, object)
  return reference === null && object === null ? path : url.pathname + url.search
}

/**
 * Copies `response_mode` and `state` from a request object. Request objects are not supported, and the error is sent in
 * the response mode that the object asks for (OAuth 2.0 Form Post Response Mode §2).
 */
function addResponseParameters(params: URLSearchParams, object: string): void {
  try {
    const claims = decodeJwt(object)
    for (const name of ['response_mode', 'state']) {
      const value = claims[name]
      if (typeof value === 'string' && !params.has(name)) params.set(name, value)
    }
  } catch {
    // The object is not a JWT, and the library rejects it later.
  }
}
