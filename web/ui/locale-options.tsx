import { localeNames, locales } from '#contract/locale.ts'

/** The languages of the portal, each in its own words. */
export function LocaleOptions() {
  return locales.map((each) => (
    <option key={each} value={each} lang={each}>
      {localeNames[each]}
    </option>
  ))
}
