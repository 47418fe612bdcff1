import { stepUp } from '#contract/admin.ts'
import type { Call } from '#contract/call.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { stepUpUser } from '#contract/step-up.ts'
import type { Browser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { withCodesOf } from './time.ts'

type Account = { id: string; secret: string; browser: Browser }

/** Makes the admin's calls perform a step-up by code when required, and then repeats them. */
export function withAdminStepUp<Admin extends Account>(admin: Admin): Admin {
  return withStepUp(admin, () =>
    admin.browser.call(stepUp, { body: { otp: codeOf(admin.secret) } }),
  )
}

/** Makes the user's calls perform a step-up by code when required, and then repeats them. */
export function withUserStepUp<User extends Account>(user: User): User {
  return withStepUp(user, () =>
    user.browser.call(stepUpUser, { body: { otp: codeOf(user.secret) } }),
  )
}

function withStepUp<Owner extends Account>(owner: Owner, stepUp: () => Promise<unknown>): Owner {
  const { id, browser } = owner
  const call: Call = async (...args) => {
    try {
      return await browser.call(...args)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== errorCodes.stepUpRequired) throw error
      await withCodesOf(id, stepUp)
      return browser.call(...args)
    }
  }
  return { ...owner, browser: { ...browser, call } }
}
