import { messages } from '#contract/locale.ts'

export const words = messages(
  {
    title: 'Administration',
    companyText: 'Administrators log in with their company account.',
    companyLogin: 'Continue with your company account',
    notAdmin: 'Your company account is not that of an administrator of this portal.',
    failed: 'Your company’s identity provider did not log you in. Please try again.',
    expired: 'That took too long. Please try again.',
    unavailable:
      'Your company’s identity provider does not answer just now. Please try again in a moment.',
  },
  {
    ar: {
      title: 'الإدارة',
      companyText: 'يسجّل المسؤولون الدخول بحساب الشركة.',
      companyLogin: 'المتابعة بحساب الشركة',
      notAdmin: 'حساب شركتك ليس حساب مسؤول في هذه البوابة.',
      failed: 'لم يسجّل مزوّد هوية شركتك دخولك. يُرجى المحاولة مرة أخرى.',
      expired: 'استغرق ذلك وقتًا أطول من اللازم. يُرجى المحاولة مرة أخرى.',
      unavailable: 'لا يستجيب مزوّد هوية شركتك الآن. يُرجى المحاولة بعد قليل.',
    },
    fr: {
      title: 'Administration',
      companyText: 'Les administrateurs se connectent avec leur compte d’entreprise.',
      companyLogin: 'Continuer avec votre compte d’entreprise',
      notAdmin: 'Votre compte d’entreprise n’est pas celui d’un administrateur de ce portail.',
      failed: 'Le fournisseur d’identité de votre entreprise ne vous a pas connecté. Réessayez.',
      expired: 'Le délai est dépassé. Réessayez.',
      unavailable:
        'Le fournisseur d’identité de votre entreprise ne répond pas. Réessayez dans un instant.',
    },
    es: {
      title: 'Administración',
      companyText: 'Los administradores inician sesión con su cuenta de empresa.',
      companyLogin: 'Continuar con su cuenta de empresa',
      notAdmin: 'Su cuenta de empresa no es la de un administrador de este portal.',
      failed:
        'El proveedor de identidad de su empresa no ha iniciado su sesión. Inténtelo de nuevo.',
      expired: 'Ha tardado demasiado. Inténtelo de nuevo.',
      unavailable:
        'El proveedor de identidad de su empresa no responde. Inténtelo de nuevo en un momento.',
    },
    zh: {
      title: '管理区',
      companyText: '管理员使用公司账户登录。',
      companyLogin: '使用公司账户继续',
      notAdmin: '您的公司账户不是本门户的管理员账户。',
      failed: '贵公司的身份提供方未能让您登录，请重试。',
      expired: '操作超时，请重试。',
      unavailable: '贵公司的身份提供方暂无响应，请稍后重试。',
    },
  },
)
