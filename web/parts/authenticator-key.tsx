import { useState } from 'react'
import type { AuthenticatorKey as Key } from '#contract/fields.ts'
import styles from './authenticator-key.module.css'
import { ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useMessages } from '../locale.ts'
import { secondFactorMessages } from './texts/messages.ts'

/**
 * The key of a new authenticator, to scan or copy. On a phone, the app is most likely on the same device, so a link
 * that opens the app comes first and the QR code is collapsed.
 */
export function AuthenticatorKey({ authenticatorKey }: { authenticatorKey: Key }) {
  const t = useMessages(secondFactorMessages)
  const [isTouch] = useState(hasCoarsePointer)
  const picture = (
    <img
      className={styles.picture}
      src={authenticatorKey.qrCode}
      alt={t.qrCode}
      width={208}
      height={208}
    />
  )
  const secret = <Secret secret={authenticatorKey.secret} />
  if (!isTouch) {
    return (
      <div className={styles.key}>
        {picture}
        {secret}
      </div>
    )
  }
  return (
    <div className={styles.touch}>
      <ButtonLink href={authenticatorKey.otpauthUrl}>{t.openApp}</ButtonLink>
      {secret}
      <details className={styles.other}>
        <summary>{t.otherDevice}</summary>
        {picture}
      </details>
    </div>
  )
}

/** Returns true if the primary pointer is a finger, as on a phone or tablet. */
export function hasCoarsePointer(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function Secret({ secret }: { secret: string }) {
  const t = useMessages(secondFactorMessages)
  const groups = secret.match(/.{1,4}/g) ?? []
  return (
    <div className={styles.secret}>
      <span id="authenticator-key" className="hint">
        {t.key}
      </span>
      <code dir="ltr" aria-labelledby="authenticator-key">
        {groups.join(' ')}
      </code>
      <CopyButton text={secret}>{t.copyKey}</CopyButton>
    </div>
  )
}
