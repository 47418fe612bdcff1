import { useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { previewInvitation } from './preview-contract.ts'
import type { Guest } from '#web/parts/guests.ts'
import { messages } from './texts/messages.ts'
import styles from './panel.module.css'
import type { Terms } from './use-terms.tsx'
import { LocaleOptions } from '#web/ui/locale-options.tsx'

type Props = { guest: Guest; terms: Terms; onClose: () => void }

/** Shows the mail in a sandboxed frame that runs no scripts. */
export function MailPreview({ guest, terms, onClose }: Props) {
  const t = useMessages(messages)
  const [language, setLanguage] = useState(guest.language || terms.language)
  const query = new URLSearchParams({
    companyId: terms.company?.id ?? '',
    language,
    platforms: terms.platforms.map(({ subsystem }) => subsystem).join(),
  })
  return (
    <Dialog
      title={t.previewTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t.close}</Button>}
      form={
        terms.company && (
          <>
            <label className="stack-2">
              <span className="strong">{t.previewIn}</span>
              <select
                value={language}
                onChange={({ target }) => setLanguage(target.value as Locale)}
              >
                <LocaleOptions />
              </select>
            </label>
            <iframe
              className={styles.preview}
              title={t.previewTitle}
              sandbox=""
              src={`${settings().adminApi}${previewInvitation.path}?${query}`}
            />
          </>
        )
      }
    >
      {!terms.company && <p>{t.chooseFirst}</p>}
    </Dialog>
  )
}
