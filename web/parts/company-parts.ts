import type { ComponentType } from 'react'
import type { PlatformRole } from '#contract/platform-role.ts'

type Platform = { id: string; name: string; roles: readonly PlatformRole[] }

/** A pending invitation that expires soon. */
type ExpiringInvitation = {
  id: string
  email: string
  firstname: string
  lastname: string
  expiresAt: string
}

/** Parts of other use cases that the pages of a company show; app/web/company/parts.tsx provides them. */
export type CompanyParts = {
  /** Lost-device requests that wait for another user of the company; `linkedId` is the id from an email link. */
  Recoveries: ComponentType<{ linkedId: string | undefined }>
  /** The first of `count` pending access requests as items of a list, with their decisions. */
  OpenRequests: ComponentType<{ count: number; onDecided: () => void }>
  /** Invitations as items of a list, each with a button that sends it again. */
  ExpiringInvitations: ComponentType<{
    invitations: readonly ExpiringInvitation[]
    onSent: () => void
  }>
  /** Returns the platforms that the company may grant. */
  findPlatforms: (signal: AbortSignal) => Promise<readonly Platform[]>
}

let parts: CompanyParts | undefined

/** Sets the parts. Call it before any page of a company is shown. */
export function provideCompanyParts(newParts: CompanyParts): void {
  parts = newParts
}

/** Returns the parts of other use cases. Throws before they are provided. */
export function companyParts(): CompanyParts {
  if (!parts) throw new Error('the pages of a company have no parts')
  return parts
}
