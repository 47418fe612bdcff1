import { isLocale, localeNames, locales } from '#contract/locale.ts'
import { fieldMessages } from './field-messages.ts'
import styles from './language-switch.module.css'
import { useLocale, useMessages } from '../locale.ts'

/** The product's languages, each named in itself. */
export function LanguageSwitch() {
  const t = useMessages(fieldMessages)
  const { locale, setLocale } = useLocale()
  return (
    <label className={styles.switch}>
      <span className="visually-hidden">{t.language}</span>
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="10" cy="10" r="7.5" strokeWidth="1.4" />
        <path
          d="M2.5 10h15M10 2.5c2.2 2.2 3 4.6 3 7.5s-.8 5.3-3 7.5c-2.2-2.2-3-4.6-3-7.5s.8-5.3 3-7.5Z"
          strokeWidth="1.4"
        />
      </svg>
      <select
        name="locale"
        autoComplete="off"
        value={locale}
        onChange={({ target }) => isLocale(target.value) && setLocale(target.value)}
      >
        {locales.map((each) => (
          <option key={each} value={each} lang={each}>
            {localeNames[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
