import { defineMessages } from '#contract/locale.ts'

/** Texts of the notice that says why a platform has sent the user back. */
export const platformAccessMessages = defineMessages(
  {
    thePlatform: 'this platform',
    noAccessTitle: 'You do not have access to {name}',
    noAccessHelp: 'Ask support for access to {name}.',
    deactivatedTitle: 'Your access to {name} is deactivated',
    noPartnerTitle: 'Your account is not linked to a company',
    noPartnerHelp:
      'Only users of a registered company can open {name}. Contact support to link your account to your company.',
    ipTitle: 'You cannot open {name} from this network',
    ipHelp:
      'Your company only allows certain networks. Use your company’s network, or ask support to add your IP address to the allowed networks.',
    ipAddress: 'Your IP address: {address}',
    wrongTitle: '{name} is not part of your account',
    wrongHelp: 'Continue on a platform you have access to.',
    loopTitle: '{name} keeps sending you back',
    loopHelp:
      'We stopped redirecting you. Wait a moment, then open {name} again. If it happens again, contact support.',
    goTo: 'Go to {name}',
    support: 'Support: {email}',
  },
  {
    ar: {
      thePlatform: 'هذه المنصة',
      noAccessTitle: 'لا تملك حق الوصول إلى {name}',
      noAccessHelp: 'اطلب من الدعم منحك حق الوصول إلى {name}.',
      deactivatedTitle: 'تم تعطيل وصولك إلى {name}',
      noPartnerTitle: 'حسابك غير مرتبط بأي شركة',
      noPartnerHelp: 'لا يمكن فتح {name} إلا لمستخدمي شركة مسجّلة. تواصل مع الدعم لربط حسابك بشركتك.',
      ipTitle: 'لا يمكنك فتح {name} من هذه الشبكة',
      ipHelp:
        'لا تسمح شركتك إلا بشبكات محددة. استخدم شبكة شركتك، أو اطلب من الدعم إضافة عنوان IP الخاص بك إلى الشبكات المسموح بها.',
      ipAddress: 'عنوان IP الخاص بك: {address}',
      wrongTitle: '{name} ليست ضمن حسابك',
      wrongHelp: 'تابع على منصة تملك حق الوصول إليها.',
      loopTitle: 'تعيدك {name} إلى هنا باستمرار',
      loopHelp:
        'أوقفنا إعادة التوجيه. انتظر قليلًا، ثم افتح {name} من جديد. إذا تكرر ذلك فتواصل مع الدعم.',
      goTo: 'الانتقال إلى {name}',
      support: 'الدعم: {email}',
    },
    fr: {
      thePlatform: 'cette plateforme',
      noAccessTitle: 'Accès non autorisé : {name}',
      noAccessHelp: 'Demandez à l’assistance l’accès suivant : {name}.',
      deactivatedTitle: 'Votre accès est désactivé : {name}',
      noPartnerTitle: 'Votre compte n’est lié à aucune entreprise',
      noPartnerHelp:
        'L’accès est réservé aux utilisateurs d’une entreprise enregistrée ({name}). Contactez l’assistance pour lier votre compte à votre entreprise.',
      ipTitle: 'Accès impossible depuis ce réseau : {name}',
      ipHelp:
        'Votre entreprise n’autorise que certains réseaux. Utilisez le réseau de votre entreprise, ou demandez à l’assistance d’ajouter votre adresse IP aux réseaux autorisés.',
      ipAddress: 'Votre adresse IP : {address}',
      wrongTitle: 'Plateforme non comprise dans votre compte : {name}',
      wrongHelp: 'Continuez sur une plateforme à laquelle vous avez accès.',
      loopTitle: 'Vous êtes renvoyé ici à plusieurs reprises : {name}',
      loopHelp:
        'Nous avons arrêté les redirections. Patientez un instant, puis rouvrez {name}. Si cela se reproduit, contactez l’assistance.',
      goTo: 'Continuer : {name}',
      support: 'Assistance : {email}',
    },
    es: {
      thePlatform: 'esta plataforma',
      noAccessTitle: 'No tiene acceso a {name}',
      noAccessHelp: 'Pida a soporte acceso a {name}.',
      deactivatedTitle: 'Su acceso a {name} está desactivado',
      noPartnerTitle: 'Su cuenta no está vinculada a ninguna empresa',
      noPartnerHelp:
        'Solo los usuarios de una empresa registrada pueden abrir {name}. Contacte con soporte para vincular su cuenta a su empresa.',
      ipTitle: 'No puede abrir {name} desde esta red',
      ipHelp:
        'Su empresa solo permite determinadas redes. Use la red de su empresa o pida a soporte que añada su dirección IP a las redes permitidas.',
      ipAddress: 'Su dirección IP: {address}',
      wrongTitle: '{name} no está incluida en su cuenta',
      wrongHelp: 'Continúe en una plataforma a la que tenga acceso.',
      loopTitle: '{name} le devuelve aquí continuamente',
      loopHelp:
        'Hemos detenido las redirecciones. Espere un momento y vuelva a abrir {name}. Si se repite, contacte con soporte.',
      goTo: 'Ir a {name}',
      support: 'Soporte: {email}',
    },
    zh: {
      thePlatform: '此平台',
      noAccessTitle: '您没有{name}的访问权限',
      noAccessHelp: '请联系客服支持，申请{name}的访问权限。',
      deactivatedTitle: '您对{name}的访问权限已停用',
      noPartnerTitle: '您的账户未关联任何公司',
      noPartnerHelp: '只有已注册公司的用户才能打开{name}。请联系客服支持，将您的账户关联到贵公司。',
      ipTitle: '当前网络无法打开{name}',
      ipHelp:
        '贵公司仅允许从特定网络访问。请使用公司网络，或请客服支持将您的 IP 地址加入允许的网络。',
      ipAddress: '您的 IP 地址：{address}',
      wrongTitle: '{name}不在您的账户范围内',
      wrongHelp: '请继续使用您有权访问的平台。',
      loopTitle: '{name}反复将您送回此处',
      loopHelp: '我们已停止跳转。请稍候再打开{name}；如再次出现，请联系客服支持。',
      goTo: '前往{name}',
      support: '客服支持：{email}',
    },
  },
)
