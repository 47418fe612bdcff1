import { useLocale, useMessages } from '#web/locale.ts'
import { Logo } from '#web/parts/logo.tsx'
import { settings } from '#web/settings.ts'
import styles from './panel.module.css'
import { messages } from './texts/messages.ts'

type Props = {
  /** True for admins, who see the name of their area in place of the texts. */
  isAdmin: boolean
  /** True on the login page: it has the claim, too, and on a phone a line with the texts. */
  isLogin: boolean
}

/** The brand with its tagline and claim. */
export function Panel({ isAdmin, isLogin }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { name, tagline, claim, claimSource } = settings().brand
  return (
    <aside
      className={styles.panel}
      data-admin={isAdmin || undefined}
      data-login={isLogin || undefined}
      aria-label={name}
    >
      {!isAdmin && <Arches />}
      <div className={styles.brand}>
        <Logo size={36} isOnDark />
        <span>{name}</span>
      </div>
      {isAdmin ? (
        <p className={styles.tagline}>{t.administration}</p>
      ) : (
        <div className={styles.promise}>
          <p className={styles.tagline}>{tagline?.[locale] ?? t.tagline}</p>
          {isLogin && claim === undefined && <Fees name={name} />}
          {isLogin && (
            <p className={styles.claim}>
              {claim?.[locale] ?? t.claim}
              {claimSource && <small>{claimSource[locale]}</small>}
            </p>
          )}
        </div>
      )}
    </aside>
  )
}

/** The product's own claim, as a chart. */
function Fees({ name }: { name: string }) {
  const t = useMessages(messages)
  return (
    <figure className={styles.chart} role="img" aria-label={t.feeChart}>
      <div className={styles.bar}>
        <span>{t.wire}</span>
        <span />
      </div>
      <div className={styles.bar}>
        <span>{t.ours({ brand: name })}</span>
        <span className={styles.ours} />
      </div>
    </figure>
  )
}

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
