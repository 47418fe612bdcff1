import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    tagline: 'Global, affordable, transparent payments',
    claim: 'Fees about 10 times lower than wire transfers.',
    wire: 'Wire transfer',
    ours: 'With {brand}',
    feeChart: 'Fees compared: a wire transfer costs about ten times as much.',
    needHelp: 'Need help?',
    terms: 'Terms and conditions',
    termsBeside: 'Terms and conditions (opens in a new tab)',
    logInTo: 'Log in to {platform}',
    asksWho: '{platform} asks you to confirm that it is you.',
    adminLogin: 'Administrator login',
    lostAuthenticator: 'I lost my authenticator',
  },
  {
    ar: {
      tagline: 'مدفوعات عالمية وميسورة وشفافة',
      claim: 'رسوم أقل بنحو 10 مرات من الحوالات البنكية.',
      wire: 'حوالة بنكية',
      ours: 'مع {brand}',
      feeChart: 'مقارنة الرسوم: تكلفة الحوالة البنكية تعادل نحو عشرة أضعاف.',
      needHelp: 'هل تحتاج إلى مساعدة؟',
      terms: 'الشروط والأحكام',
      termsBeside: 'الشروط والأحكام (تُفتح في علامة تبويب جديدة)',
      logInTo: 'تسجيل الدخول إلى {platform}',
      asksWho: 'تطلب منك {platform} تأكيد هويتك.',
      adminLogin: 'تسجيل دخول المسؤولين',
      lostAuthenticator: 'فقدت تطبيق المصادقة',
    },
    fr: {
      tagline: 'Des paiements mondiaux, abordables et transparents',
      claim: 'Des frais environ 10 fois moins élevés que ceux d’un virement international.',
      wire: 'Virement international',
      ours: 'Avec {brand}',
      feeChart: 'Comparaison des frais : un virement international coûte environ dix fois plus.',
      needHelp: 'Besoin d’aide ?',
      terms: 'Conditions générales',
      termsBeside: 'Conditions générales (nouvel onglet)',
      logInTo: 'Connexion à {platform}',
      asksWho: '{platform} vous demande de confirmer votre identité.',
      adminLogin: 'Connexion des administrateurs',
      lostAuthenticator: 'J’ai perdu mon authentificateur',
    },
    es: {
      tagline: 'Pagos globales, asequibles y transparentes',
      claim: 'Comisiones unas 10 veces más bajas que las de una transferencia internacional.',
      wire: 'Transferencia internacional',
      ours: 'Con {brand}',
      feeChart:
        'Comparación de comisiones: una transferencia internacional cuesta unas diez veces más.',
      needHelp: '¿Necesita ayuda?',
      terms: 'Términos y condiciones',
      termsBeside: 'Términos y condiciones (se abre en una pestaña nueva)',
      logInTo: 'Iniciar sesión en {platform}',
      asksWho: '{platform} le pide que confirme su identidad.',
      adminLogin: 'Acceso de administradores',
      lostAuthenticator: 'He perdido mi autenticador',
    },
    zh: {
      tagline: '全球、实惠、透明的支付',
      claim: '费用约为电汇的十分之一。',
      wire: '电汇',
      ours: '使用 {brand}',
      feeChart: '费用对比：电汇的费用约为十倍。',
      needHelp: '需要帮助？',
      terms: '条款与条件',
      termsBeside: '条款与条件（在新标签页中打开）',
      logInTo: '登录 {platform}',
      asksWho: '{platform} 要求您确认是您本人。',
      adminLogin: '管理员登录',
      lostAuthenticator: '我丢失了身份验证器',
    },
  },
)

/** Pages that nobody reaches on purpose. */
export const deadEndMessages = defineMessages(
  {
    unauthorizedTitle: 'You cannot open this page',
    unauthorized:
      'You are logged in, but this page needs a permission that your account does not have. Ask support for access.',
    notFoundTitle: 'Page not found',
    notFound: 'There is no page at this address. It may have moved, or the link may be incomplete.',
    toAccount: 'Go to my account',
    toLogin: 'Go to login',
  },
  {
    ar: {
      unauthorizedTitle: 'لا يمكنك فتح هذه الصفحة',
      unauthorized:
        'أنت مسجّل الدخول، لكن هذه الصفحة تتطلب صلاحية غير متوفرة لحسابك. اطلب الوصول من الدعم.',
      notFoundTitle: 'الصفحة غير موجودة',
      notFound: 'لا توجد صفحة في هذا العنوان. ربما نُقلت الصفحة أو أن الرابط غير مكتمل.',
      toAccount: 'الانتقال إلى حسابي',
      toLogin: 'الانتقال إلى تسجيل الدخول',
    },
    fr: {
      unauthorizedTitle: 'Vous ne pouvez pas ouvrir cette page',
      unauthorized:
        'Vous êtes connecté, mais cette page exige une autorisation que votre compte n’a pas. Demandez l’accès à l’assistance.',
      notFoundTitle: 'Page introuvable',
      notFound:
        'Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée, ou le lien est incomplet.',
      toAccount: 'Aller à mon compte',
      toLogin: 'Aller à la connexion',
    },
    es: {
      unauthorizedTitle: 'No puede abrir esta página',
      unauthorized:
        'Ha iniciado sesión, pero esta página requiere un permiso que su cuenta no tiene. Pida acceso a soporte.',
      notFoundTitle: 'Página no encontrada',
      notFound:
        'No hay ninguna página en esta dirección. Puede que se haya movido o que el enlace esté incompleto.',
      toAccount: 'Ir a mi cuenta',
      toLogin: 'Ir al inicio de sesión',
    },
    zh: {
      unauthorizedTitle: '您无法打开此页面',
      unauthorized: '您已登录，但您的账户没有此页面所需的权限。请向客服支持申请访问权限。',
      notFoundTitle: '找不到页面',
      notFound: '此地址没有页面。页面可能已移动，或链接不完整。',
      toAccount: '前往我的账户',
      toLogin: '前往登录',
    },
  },
)
