import { langOf, localeNames, locales } from '#contract/locale.ts'

/** The options for the languages of the portal, each under its own name. */
export function LocaleOptions() {
  return locales.map((each) => (
    <option key={each} value={each} lang={langOf(each)}>
      {localeNames[each]}
    </option>
  ))
}
