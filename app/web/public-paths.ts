import * as links from '#contract/links.ts'

/** The path of all paths without a page in the lists of documents, screens and messages. */
export const missingPath = '/not-found'

/** Removes slashes at the end, in linear time. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Query parameter of /forgot-password after the mail was sent. */
export const sentMark = 'sent'

/** Pages opened by mailed links, or by a step-up request: the browser shows `/x/{token}` as `/x`. */
export const tokenPaths: readonly string[] = [
  links.signup,
  links.resetPassword,
  links.reset2fa,
  links.logMeOut,
  links.recover,
  links.stopRecovery,
  links.contactPoint,
  links.stepUp,
  links.adminSetUp,
].map(({ path }) => path)

/** Paths without a page of their own, each with the path that the server redirects to. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/': links.login.path,
  '/signup': links.signup.path,
  '/log-in': links.login.path,
}
