import { createContext, use, type ComponentType } from 'react'
import type { PlatformRole } from '#contract/platform-role.ts'

type Platform = { id: string; name: string; roles: readonly PlatformRole[] }

/** What the pages of a company show of another use case; app/web/company/parts.tsx brings it. */
export type CompanyParts = {
  /** Lost-device requests that wait for a colleague; `mailed` is the id that an email named. */
  Recoveries: ComponentType<{ mailed: string | undefined }>
  /** Finds the platforms that the company may grant. */
  findPlatforms: (signal: AbortSignal) => Promise<readonly Platform[]>
}

export const CompanyPartsContext = createContext<CompanyParts | undefined>(undefined)

/** Returns the parts of other use cases. Throws outside of a company's pages. */
export function useCompanyParts(): CompanyParts {
  const parts = use(CompanyPartsContext)
  if (!parts) throw new Error('only the pages of a company have parts')
  return parts
}
