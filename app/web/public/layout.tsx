import { useEffect, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { fieldWords } from '#web/field-words.ts'
import { LanguageSwitch } from '#web/language-switch.tsx'
import { useWords } from '#web/locale.ts'
import { Logo } from '#web/logo.tsx'
import { settings } from '#web/settings.ts'
import { closeSnackbar, Snackbar } from '#web/snackbar.tsx'
import { addresses, paths } from '../addresses.ts'
import styles from './layout.module.css'
import { words } from './words.ts'

/** A calm card beside the panel of the brand; on a phone the card alone. */
export function PublicLayout({ path, children }: { path: string; children: ReactNode }) {
  const shared = useWords(fieldWords)
  const { name } = settings().brand

  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {shared.skipToContent}
      </a>
      <Panel />
      <div className={styles.side}>
        <header className={styles.header}>
          <a className={styles.brand} href={addresses.login()}>
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
        <Footer />
      </div>
      <Snackbar />
      <ClosingSnackbar key={path} />
    </div>
  )
}

/** What was said on one page is not said on the next (specification §2). */
function ClosingSnackbar() {
  useEffect(() => closeSnackbar, [])
  return null
}

function Footer() {
  const say = useWords(words)
  const { supportEmail } = settings().brand
  return (
    <footer className={styles.footer}>
      <span>
        {say.needHelp}{' '}
        <a href={`mailto:${supportEmail}`}>
          <bdi>{supportEmail}</bdi>
        </a>
      </span>
      <a href={paths.terms}>{say.terms}</a>
    </footer>
  )
}

function Panel() {
  const say = useWords(words)
  const { name } = settings().brand
  return (
    <aside className={styles.panel} aria-label={name}>
      <Arches />
      <div className={styles.brand}>
        <Logo size={36} />
        <span>{name}</span>
      </div>
      <div className={styles.promise}>
        <p className={styles.tagline}>{say.tagline}</p>
        <figure className={styles.chart} role="img" aria-label={say.feeChart}>
          <div className={styles.bar}>
            <span>{say.wire}</span>
            <span className={styles.wire} />
          </div>
          <div className={styles.bar}>
            <span>{fill(say.ours, { brand: name })}</span>
            <span className={styles.ours} />
          </div>
        </figure>
        <p className={styles.claim}>{say.claim}</p>
      </div>
    </aside>
  )
}

/** The portico of the logo, far away. */
function Arches() {
  return (
    <svg className={styles.arches} viewBox="0 0 400 520" fill="none" aria-hidden="true">
      <path d="M20 520V200a180 180 0 0 1 360 0v320" />
      <path d="M70 520V205a130 130 0 0 1 260 0v315" />
      <path d="M115 520V210a85 85 0 0 1 170 0v310" />
      <path d="M155 520V215a45 45 0 0 1 90 0v305" />
    </svg>
  )
}
