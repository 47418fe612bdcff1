import { useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { localeNames, type Locale } from '#contract/locale.ts'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import styles from './guest-grid.module.css'
import type { Guest } from './guests.ts'
import { guestMessages as messages } from './texts/messages.ts'
import { LocaleOptions } from '../ui/locale-options.tsx'

type Actions = { onChange: (index: number, change: Partial<Guest>) => void }
type Props = { guest: Guest; index: number; language: Locale; actions: Actions }

/** A cell for the language of a row. On a phone a button reveals it, because most rows use the list's language. */
export function LanguageCell(props: Props) {
  const t = useMessages(messages)
  const [isShown, setShown] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const { guest, index } = props
  return (
    <td
      role="cell"
      data-title={t.preferredLanguage}
      className={styles.language}
      data-open={isShown || guest.language !== '' || guest.unknownLanguage !== ''}
    >
      <Button
        variant="quiet"
        aria-label={t.cellOf({ field: t.more, row: index + 1 })}
        onClick={() => {
          flushSync(() => setShown(true))
          select.current?.focus()
        }}
      >
        {t.more}
      </Button>
      <LanguageField {...props} ref={select} />
    </td>
  )
}

/** Value of the option that shows an unknown pasted language until the user selects another one. */
const unknown = 'unknown'

type SelectProps = Props & { ref: Ref<HTMLSelectElement> }

function LanguageField({ guest, index, language, actions, ref }: SelectProps) {
  const t = useMessages(messages)
  const row = index + 1
  const isUnknown = guest.unknownLanguage !== ''
  return (
    <select
      ref={ref}
      name="language"
      aria-invalid={isUnknown || undefined}
      aria-label={t.cellOf({ field: t.preferredLanguage, row })}
      value={isUnknown ? unknown : guest.language}
      onChange={({ target }) =>
        actions.onChange(index, {
          language: target.value as Guest['language'],
          unknownLanguage: '',
        })
      }
    >
      {isUnknown && (
        <option value={unknown} disabled>
          {guest.unknownLanguage}
        </option>
      )}
      <option value="">{t.languageOfList({ language: localeNames[language] })}</option>
      <LocaleOptions />
    </select>
  )
}
