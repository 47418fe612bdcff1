import { useEffect, useEffectEvent, useRef } from 'react'
import { isLocale } from '#contract/locale.ts'
import { fieldMessages } from './texts/messages.ts'
import { LineIcon } from './line-icon.tsx'
import styles from './language-switch.module.css'
import { LocaleOptions } from './locale-options.tsx'
import { useLocale, useMessages } from '../locale.ts'

const globe =
  'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.5c2.2 2.2 3 4.6 3 7.5s-.8 5.3-3 7.5c-2.2-2.2-3-4.6-3-7.5s.8-5.3 3-7.5Z'

/** A select of the languages, each under its own name. */
export function LanguageSwitch() {
  const t = useMessages(fieldMessages)
  const { locale, setLocale } = useLocale()
  const select = useRef<HTMLSelectElement>(null)
  function choose(value = ''): void {
    if (isLocale(value) && value !== locale) void setLocale(value)
  }
  const chooseInitial = useEffectEvent(() => choose(select.current?.value))
  // A visitor may have selected a language before hydration.
  useEffect(() => chooseInitial(), [])
  return (
    <label className={styles.switch}>
      <span className="visually-hidden">{t.language}</span>
      <LineIcon path={globe} size={18} strokeWidth={1.4} />
      <select
        ref={select}
        name="locale"
        autoComplete="off"
        value={locale}
        onChange={({ target }) => choose(target.value)}
      >
        <LocaleOptions />
      </select>
    </label>
  )
}
