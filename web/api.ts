import { ApprovalAsked, CallFailure, createCall, type Answer, type Call } from '#contract/call.ts'
import { noteReached, noteUnreachable } from './connection.ts'
import { extendLogin, type Area } from './browser-storage.ts'
import {
  isLoggedOutError,
  reportApprovalAsked,
  noteExpiry,
  reportLoggedOut,
  stepUpFor,
} from './session.ts'
import { settings } from './settings.ts'

const callOnce = createCall({
  fetch: (input, init) => fetch(input, init),
  base: (path) => (areaOf(path) === 'admin' ? settings().adminApi : settings().usersApi) + path,
  onAnswer: noteAnswer,
})

/**
 * Calls the API. Every call of the browser uses it. Requests step-up authentication if the server requires it, and then
 * repeats the call.
 */
export const call: Call = async (endpoint, input, options) => {
  const send = () => callOnce(endpoint, input, options)
  try {
    // `stepUpFor` rethrows errors that require no step-up.
    return await send().catch((error: unknown) => stepUpFor(error).then(send))
  } catch (error) {
    if (isLoggedOutError(error)) reportLoggedOut(error)
    if (error instanceof ApprovalAsked) reportApprovalAsked(error)
    if (error instanceof CallFailure && error.kind === 'network') noteUnreachable()
    throw error
  }
}

function noteAnswer({ path, ok, response }: Answer): void {
  const area = areaOf(path)
  noteReached()
  if (ok) extendLogin(area)
  noteExpiry(area, response)
}

function areaOf(path: string): Area {
  return path === '/admin' || path.startsWith('/admin/') ? 'admin' : 'user'
}
