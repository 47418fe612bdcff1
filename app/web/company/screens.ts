import { provideCompanyParts } from '#web/parts/company-parts.ts'
import type { ScreenModules } from '../routes.ts'
import { parts } from './parts.tsx'

provideCompanyParts(parts)

/** The screens of a company's own administrators, whose list no other user loads. */
export const companyScreens: ScreenModules = import.meta.glob([
  '/features/company/*/screen.tsx',
  '/features/company/*/*-screen.tsx',
])
