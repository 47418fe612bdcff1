import type { ComponentType } from 'react'
import type { PlatformRole } from '#contract/platform-role.ts'

type Platform = { id: string; name: string; roles: readonly PlatformRole[] }

/** Parts of other use cases that the pages of a company show; app/web/company/parts.tsx provides them. */
export type CompanyParts = {
  /** Lost-device requests that wait for a colleague; `mailed` is the id that an email named. */
  Recoveries: ComponentType<{ mailed: string | undefined }>
  /** Finds the platforms that the company may grant. */
  findPlatforms: (signal: AbortSignal) => Promise<readonly Platform[]>
}

let parts: CompanyParts | undefined

/** Sets the parts before any page of a company is shown. */
export function provideCompanyParts(given: CompanyParts): void {
  parts = given
}

/** Returns the parts of other use cases. Throws before they are provided. */
export function companyParts(): CompanyParts {
  if (!parts) throw new Error('the pages of a company have no parts')
  return parts
}
