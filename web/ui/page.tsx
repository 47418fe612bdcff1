import type { ReactNode } from 'react'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from '../locale.ts'
import { PageTitle } from '../page-title.tsx'
import { GuideLink } from './guide-link.tsx'
import styles from './page.module.css'

type PageProps = {
  back?: ReactNode
  /** For tables: as wide as the window, up to 1,760 pixels. */
  isWide?: boolean
  children: ReactNode
}

/** A page behind a login; the page of one record has a link back to the list. */
export function Page({ back, isWide, children }: PageProps) {
  return (
    <div className={styles.page} data-wide={isWide}>
      {back !== undefined && <div className={styles.back}>{back}</div>}
      {children}
    </div>
  )
}

type HeaderProps = {
  title: ReactNode
  /** The text of a title that is not plain text. */
  name?: string
  intro: ReactNode
  /** Above a list: a phone shows rows in place of the introduction. */
  isOfList?: boolean
}

export function PageHeader({ title, name, intro, isOfList }: HeaderProps) {
  return (
    <header className={styles.header} data-list={isOfList}>
      <PageTitle {...(name !== undefined && { name })}>{title}</PageTitle>
      <p>{intro}</p>
    </header>
  )
}

type Words = Readonly<Record<Locale, { title: string; intro: string }>>

/** The header of a page whose messages are `title` and `intro`; with `guide`, it leads to that page for developers. */
export function headerOf(words: Words, isOfList = false, guide?: string) {
  return function Header() {
    const { locale } = useLocale()
    const { title, intro } = words[locale]
    const link = guide !== undefined && <GuideLink page={guide} />
    return (
      <PageHeader
        title={title}
        intro={
          <>
            {intro} {link}
          </>
        }
        isOfList={isOfList}
      />
    )
  }
}
