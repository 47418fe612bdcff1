import type { Locale } from '#contract/locale.ts'

type Name = { firstname: string; lastname: string; company: string; address: string }

/** The user in each language, whose name also appears on the pages. */
export const names: Record<Locale, Name> = {
  en: { firstname: 'Ada', lastname: 'Byron', company: 'Harbour Trading', address: 'ada.byron' },
  ar: {
    firstname: 'ليلى',
    lastname: 'حدّاد',
    company: 'شركة المرفأ للتجارة',
    address: 'layla.haddad',
  },
  fr: {
    firstname: 'Camille',
    lastname: 'Lefèvre',
    company: 'Comptoir du Port',
    address: 'camille.lefevre',
  },
  es: {
    firstname: 'Lucía',
    lastname: 'Núñez',
    company: 'Comercial del Puerto',
    address: 'lucia.nunez',
  },
  zh: { firstname: '晓雯', lastname: '林', company: '海港贸易有限公司', address: 'xiaowen.lin' },
}

export const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
] as const

/** Other users of the company, for the admin area's lists. */
export const colleagues = [
  ['Mary', 'Kowalska'],
  ['Omar', 'Haddad'],
  ['Chloé', 'Marchand'],
  ['Diego', 'Salas'],
  ['Wei', 'Zhang'],
  ['Hedda', 'Lindqvist'],
] as const
