import { adminListViews } from './admin-list-views.ts'
import { adminUsersViews } from './admin-users-views.ts'
import { adminViews } from './admin-views.ts'
import { approvalsViews } from './approvals-views.ts'
import { bulkViews } from './bulk-views.ts'
import { overviewViews } from './overview-views.ts'
import { customerViews } from './customer-views.ts'
import { companyViews } from './company-views.ts'
import { dialogViews } from './dialog-views.ts'
import { detailViews } from './detail-views.ts'
import { developersViews } from './developers-views.ts'
import { linkViews } from './link-views.ts'
import { loginViews } from './login-views.ts'
import { menuViews } from './menu-views.ts'
import { paletteViews } from './palette-views.ts'
import { platformViews } from './platform-views.ts'
import { recoveryViews } from './recovery-views.ts'
import { saidViews } from './said-views.ts'
import { servedViews } from './served-views.ts'
import { apiViews } from './api-views.ts'
import { serviceAccountViews } from './service-account-views.ts'
import { webhookViews } from './webhook-views.ts'
import { linkNames, otherPages, type PageName, type View } from './view.ts'

/** The addresses without a page of ours. */
const withoutPage: readonly PageName[] = ['authProxyLogin', 'brandPreview']

export const views: readonly View[] = [
  ...loginViews,
  ...servedViews,
  ...linkViews,
  ...recoveryViews,
  ...customerViews,
  ...companyViews,
  ...overviewViews,
  ...adminViews,
  ...adminListViews,
  ...adminUsersViews,
  ...approvalsViews,
  ...platformViews,
  ...webhookViews,
  ...apiViews,
  ...serviceAccountViews,
  ...detailViews,
  ...developersViews,
  ...menuViews,
  ...saidViews,
  ...dialogViews,
  ...bulkViews,
  ...paletteViews,
]

/** Returns the pages of the typed list and of `otherPages` that no view shows. */
export function forgottenPages(): string[] {
  const seen = new Set<PageName>([...views.map((view) => view.of), ...withoutPage])
  const pages = [...linkNames, ...otherPages]
  return pages.filter((name) => !seen.has(name))
}

/** Returns the views whose name contains one of the words; all views if there are no words. */
export function viewsNamed(words: readonly string[]): View[] {
  return views.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
}
