import {
  Suspense,
  useSyncExternalStore,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { LocaleProvider, useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Logo } from '#web/parts/logo.tsx'
import { rich } from '#web/ui/rich.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { settings } from '#web/settings.ts'
import { Snackbar } from '#web/ui/snackbar.tsx'
import * as links from '#contract/links.ts'
import { tokenPaths } from '../public-paths.ts'
import { Environment } from '../environment.tsx'
import styles from './layout.module.css'
import { Panel } from './panel.tsx'
import { messages } from './texts/messages.ts'

/** A page for visitors who are not logged in: a separate document, without a router. */
export function PublicApp({ path, Screen }: { path: string; Screen: ComponentType }) {
  return (
    <LocaleProvider>
      <PublicLayout path={path}>
        <Suspense fallback={<Loading />}>
          <Screen />
        </Suspense>
      </PublicLayout>
    </LocaleProvider>
  )
}

/** A card next to the brand panel; on a phone the card alone. */
function PublicLayout({ path, children }: { path: string; children: ReactNode }) {
  const shared = useMessages(fieldMessages)
  const { name } = settings().brand
  // On pages of admins, the layout links to no other area, because the admin area may have a host of its own.
  const isAdmin = path.startsWith(`${links.adminArea.path}/`)
  // The terms need the width, and the sign-up page shows the inviting company instead of the brand.
  const isAlone = path === links.terms.path || path === links.signup.path

  return (
    <div className={styles.page} data-alone={isAlone || undefined}>
      <a className="skip-link" href="#content" onClick={toContent}>
        {shared.skipToContent}
      </a>
      {!isAlone && <Panel isAdmin={isAdmin} isLogin={path === links.login.path} />}
      <div className={styles.side}>
        <header className={styles.header}>
          <a
            className={styles.brand}
            href={isAdmin ? links.hrefOf(links.adminLogin()) : links.hrefOf(links.login())}
          >
            <Logo />
            <span>{name}</span>
          </a>
          {isAdmin && <Environment />}
          <LanguageSwitch />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className={styles.middle}
          data-wide={path === links.terms.path || undefined}
        >
          <div className={styles.card}>{children}</div>
          {(path === links.login.path || path === links.adminLogin.path) && (
            <Trust hasFacts={!isAdmin} />
          )}
        </main>
        <Footer hasTerms={!isAdmin} hasToken={tokenPaths.includes(path)} />
      </div>
      <Snackbar />
      <OfflineBanner />
    </div>
  )
}

/** The host of the page, the first thing to check before a password is typed, and facts about the company. */
function Trust({ hasFacts }: { hasFacts: boolean }) {
  const t = useMessages(messages)
  const host = useSyncExternalStore(
    () => () => undefined,
    () => location.host,
    () => settings().host,
  )
  return (
    <div className={styles.trust}>
      <p className="line-2">
        <LineIcon path="M5 9h10v8H5ZM7 9V6a3 3 0 0 1 6 0v3" size={16} />
        <span>{rich(t.youAreOn, { host: <bdi dir="ltr">{host}</bdi> })}</span>
      </p>
      {hasFacts && <CompanyFacts />}
    </div>
  )
}

/** Facts from the brand's settings; empty ones are left out. */
function CompanyFacts() {
  const t = useMessages(messages)
  const { legalName, regulator, licenseNumber: number, statusUrl } = settings().brand
  return (
    <ul className={styles.facts}>
      {legalName && (
        <li>
          <bdi>{legalName}</bdi>
        </li>
      )}
      {regulator && <li>{rich(t.regulatedBy, { regulator: <bdi>{regulator}</bdi> })}</li>}
      {number && <li>{rich(t.license, { number: <bdi>{number}</bdi> })}</li>}
      {statusUrl && (
        <li>
          <a href={statusUrl} rel="noopener">
            {t.serviceStatus}
          </a>
        </li>
      )}
    </ul>
  )
}

/** Focuses the content. A real fragment navigation would lose the login step, which the history entry holds. */
function toContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/**
 * Footer with support contact and terms. `hasToken` is true for pages that are opened with a token, such as by a mailed
 * link: the terms open in a new tab, because leaving the page would lose the token.
 */
function Footer({ hasTerms, hasToken }: { hasTerms: boolean; hasToken: boolean }) {
  const t = useMessages(messages)
  const { supportEmail } = settings().brand
  return (
    <footer className={styles.footer}>
      <span>
        {t.needHelp}{' '}
        <a href={`mailto:${supportEmail}`}>
          <bdi>{supportEmail}</bdi>
        </a>
      </span>
      {hasTerms && !hasToken && <a href={links.terms.path}>{t.terms}</a>}
      {hasTerms && hasToken && (
        <a href={links.terms.path} target="_blank" rel="noopener">
          {t.termsBeside}
        </a>
      )}
    </footer>
  )
}
