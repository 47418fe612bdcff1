import type { ReactNode } from 'react'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from '../locale.ts'
import { PageTitle } from '../page-title.tsx'
import { GuideLink } from './guide-link.tsx'
import styles from './page.module.css'

type PageProps = {
  back?: ReactNode
  /** True for a page that is as wide as the window, up to 110rem, such as a table. */
  isWide?: boolean
  children: ReactNode
}

/** A page that requires login; the page of a record has a link back to its list. */
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
  /** Plain text of the title, if `title` is an element. */
  name?: string
  intro: ReactNode
  /** True above a list: a phone then hides the introduction. */
  isOfList?: boolean
}

export function PageHeader({ title, name, intro, isOfList }: HeaderProps) {
  return (
    <header className="heading stack-1" data-list={isOfList}>
      <PageTitle {...(name !== undefined && { name })}>{title}</PageTitle>
      <p>{intro}</p>
    </header>
  )
}

type HeaderTexts = Readonly<Record<Locale, { title: string; intro: string }>>

type HeaderOptions = Pick<HeaderProps, 'isOfList'> & { guide?: string }

/** Returns a component: a page header with the messages `title` and `intro`, and a link to the page `guide` if any. */
export function headerOf(texts: HeaderTexts, { isOfList = false, guide }: HeaderOptions = {}) {
  return function Header() {
    const { locale } = useLocale()
    return <TextHeader {...texts[locale]} isOfList={isOfList} guide={guide} />
  }
}

type TextProps = { title?: string; intro?: string; isOfList: boolean; guide: string | undefined }

/** A page header, with a link to a page of the developer documentation if there is a `guide`. */
export function TextHeader({ title, intro, isOfList, guide }: TextProps) {
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
