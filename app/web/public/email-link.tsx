import type { MouseEvent, ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** A link that takes a typed address along: in the history, where the next page finds it, not in the URL. */
export function emailLink(href: string, className: string) {
  return (text: string, email: string): ReactNode => {
    function go(event: MouseEvent): void {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      navigate(href, { state: { step: 'password', email } })
    }
    return (
      <a className={className} href={href} onClick={go}>
        {text}
      </a>
    )
  }
}
