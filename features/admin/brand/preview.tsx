import { useEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react'
import { brandPreview } from '#contract/admin-links.ts'
import { companyFactNames, isColor, isCompanyFact, previewViews } from '#contract/brand.ts'
import type { Locale } from '#contract/locale.ts'
import { themes } from '#contract/theme.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'
import { settingsOf, type Values } from './values.tsx'
import { LocaleOptions } from '#web/ui/locale-options.tsx'

/** Width and height of each device in CSS pixels. */
const devices = { desktop: [1280, 800], phone: [390, 780] } as const
const deviceNames = ['desktop', 'phone'] as const

const debounceMs = 300

type Props = {
  ref: Ref<HTMLElement>
  values: Values
  locale: Locale
  onLocale: (locale: Locale) => void
}

/** Returns the phone on a phone, where a preview of a desktop would be too small to read. */
function initialDevice(): (typeof deviceNames)[number] {
  return matchMedia('(width < 600px)').matches ? 'phone' : 'desktop'
}

/** Shows a page of the portal with the draft, rendered by the server and without side effects. */
export function Preview({ ref, values, locale, onLocale }: Props) {
  const t = useMessages(messages)
  const [view, setView] = useState<(typeof previewViews)[number]>('login')
  const [device, setDevice] = useState(initialDevice)
  const [theme, setTheme] = useState<(typeof themes)[number]>('light')
  const draft = useDebounced(draftOf(values, locale))
  const [isFull, setFull] = useState(false)
  // All of these texts have the type of `view_login`.
  const textOf = (prefix: 'view' | 'device' | 'theme', name: string) =>
    t[`${prefix}_${name}` as 'view_login']
  const screen = draft !== undefined && {
    size: devices[device],
    src: `${brandPreview.path}?${draft}&view=${view}&theme=${theme}`,
    title: t.previewOf({ view: textOf('view', view) }),
  }
  return (
    <section ref={ref} className={`card ${styles.preview}`} aria-label={t.preview}>
      <h2>{t.preview}</h2>
      <div className={`button-row ${styles.choices}`}>
        <Choice label={t.view} {...{ options: previewViews, value: view, onChange: setView }}>
          {(each) => textOf('view', each)}
        </Choice>
        <Choice label={t.device} {...{ options: deviceNames, value: device, onChange: setDevice }}>
          {(each) => textOf('device', each)}
        </Choice>
        <Choice label={t.theme} {...{ options: themes, value: theme, onChange: setTheme }}>
          {(each) => textOf('theme', each)}
        </Choice>
        <select
          aria-label={t.textLanguage}
          value={locale}
          onChange={({ target }) => onLocale(target.value as Locale)}
        >
          <LocaleOptions />
        </select>
        {screen && <Button onClick={() => setFull(true)}>{t.fullSize}</Button>}
      </div>
      {screen ? <Screen {...screen} /> : <p className="soft">{t.previewWrong}</p>}
      {screen && isFull && <FullSize screen={screen} onClose={() => setFull(false)} />}
    </section>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  children: (value: Value) => ReactNode
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange, children } = props
  return (
    <div role="group" aria-label={label}>
      {options.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {children(each)}
        </button>
      ))}
    </div>
  )
}

type ScreenProps = { size: readonly [number, number]; src: string; title: string }

/** A page at its own width, scaled to the available space. It is not interactive. */
function Screen({ size: [width, height], src, title }: ScreenProps) {
  const container = useRef<HTMLDivElement>(null)
  const available = useWidth(container)
  const scale = Math.min(1, available / width)
  return (
    <div ref={container}>
      <div
        // The page is scaled from its left edge in every language.
        dir="ltr"
        className={styles.screen}
        style={{ blockSize: height * scale, maxInlineSize: width * scale }}
      >
        <iframe
          src={src}
          title={title}
          sandbox="allow-same-origin"
          inert
          tabIndex={-1}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}

/** Shows the page over the whole window, where its texts have their real size. Escape closes it. */
function FullSize({ screen, onClose }: { screen: ScreenProps; onClose: () => void }) {
  const t = useMessages(messages)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.full} aria-label={screen.title} onClose={onClose}>
      <div className="button-row">
        <Button onClick={() => dialog.current?.close()}>{t.closeFullSize}</Button>
      </div>
      <Screen {...screen} />
    </dialog>
  )
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

function useDebounced(value: string | undefined): string | undefined {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** Returns the query string of the draft in one language; undefined unless both colors are valid. */
function draftOf(values: Values, locale: Locale): string | undefined {
  const { name, logo, logoDark, arches, texts, ...settings } = settingsOf(values)
  const color = settings.color.trim().toLowerCase()
  const colorLight = settings.colorLight.trim().toLowerCase()
  if (!isColor(color) || !isColor(colorLight)) return undefined
  // The preview rejects longer texts, and a fact that is not valid yet.
  const facts = companyFactNames.map((each) => [each, settings[each]?.slice(0, 60) ?? ''] as const)
  return new URLSearchParams({
    ...Object.fromEntries(facts.filter(([each, value]) => value && isCompanyFact(each, value))),
    locale,
    name: name.slice(0, 40),
    color,
    colorLight,
    logo: logo ?? '',
    logoDark: logoDark ?? '',
    arches: arches ? 'on' : 'off',
    tagline: texts.tagline[locale].slice(0, 120),
    claim: texts.claim[locale].slice(0, 300),
    claimSource: texts.claimSource?.[locale].slice(0, 200) ?? '',
    mailFooter: texts.mailFooter[locale].slice(0, 300),
  }).toString()
}
