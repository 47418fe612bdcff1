import { Suspense, type ComponentType, type MouseEvent, type ReactNode } from 'react'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { LocaleProvider, useMessages } from '#web/locale.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { settings } from '#web/settings.ts'
import { Snackbar } from '#web/ui/snackbar.tsx'
import { addresses, paths, tokenPaths } from '../addresses.ts'
import styles from './layout.module.css'
import { Panel } from './panel.tsx'
import { messages } from './messages.ts'

/** One page for visitors who are not logged in: a document of its own, without a router. */
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

/** A card beside the brand panel; on a phone the card alone. */
function PublicLayout({ path, children }: { path: string; children: ReactNode }) {
  const shared = useMessages(fieldMessages)
  const { name } = settings().brand
  // The admin area may have a host of its own, without the other pages.
  const isAdmin = path.startsWith(`${paths.admin}/`)

  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content" onClick={toContent}>
        {shared.skipToContent}
      </a>
      <Panel />
      <div className={styles.side}>
        <header className={styles.header}>
          <a className={styles.brand} href={isAdmin ? addresses.adminLogin() : addresses.login()}>
            <Logo />
            <span>{name}</span>
          </a>
          <LanguageSwitch />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className={styles.card}
          data-wide={path === paths.terms || undefined}
        >
          {children}
        </main>
        <Footer hasTerms={!isAdmin} isLink={tokenPaths.includes(path)} />
      </div>
      <Snackbar />
      <OfflineBanner />
    </div>
  )
}

/** A real fragment navigation would lose the login step, which the history entry holds. */
function toContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** On the page of a mailed link the terms open beside it: leaving the page would lose the link's token. */
function Footer({ hasTerms, isLink }: { hasTerms: boolean; isLink: boolean }) {
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
      {hasTerms && !isLink && <a href={paths.terms}>{t.terms}</a>}
      {hasTerms && isLink && (
        <a href={paths.terms} target="_blank" rel="noopener">
          {t.termsBeside}
        </a>
      )}
    </footer>
  )
}
