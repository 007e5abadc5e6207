import type { KnownField } from '../../domain/drift.ts';
import type { FieldType } from '../../domain/structure.ts';

/**
 * The documented fields of a product by parent and type, from full captures and a survey of 2,548 records. Any other field in a payload
 * counts as new. Type `null` means that the field never had a value.
 */
const FIELDS = `
(product) array: AdditionalOptions cannabinoidsV2 images limitsPerCustomer manualInventory medicalPrices
(product) array: medicalSpecialPrices Options optionsBelowKioskThreshold optionsBelowThreshold pastCNames
(product) array: Prices rawOptions recPrices recSpecialPrices specialIdsPerOption terpenes
(product) boolean: certificateOfAnalysisEnabled comingSoon isBelowKioskThreshold isBelowThreshold medicalOnly
(product) boolean: recOnly special vapeTaxApplicable
(product) null: CBD nonArmsLength pricingTierData subcategories THC useBetterPotencyTaxes wholesalePrices
(product) number: bottleDepositTaxCents libraryProductScore totalTerpenes weight
(product) object: brand CBDContent collectionCardBadge effects featured measurements POSMetaData specialData
(product) object: THCContent
(product) string: __typename _id brandId brandLogo brandName cName createdAt description descriptionHtml
(product) string: DispensaryID duplicatedProductId enterpriseProductId id Image libraryProductId Name
(product) string: provider Status strainType subcategory type updatedAt
CBDContent array: range
CBDContent string: __typename unit
CBDContent.range number: []
Options string: []
POSMetaData array: activeBatchTags canonicalProductTags children
POSMetaData string: __typename canonicalBrandId canonicalBrandName canonicalCategory canonicalCategoryId
POSMetaData string: canonicalID canonicalImgUrl canonicalLabResultUrl canonicalName canonicalPackageId
POSMetaData string: canonicalSKU canonicalStrainId canonicalVendorId integrationID
POSMetaData.activeBatchTags object: []
POSMetaData.activeBatchTags[] string: tagId
POSMetaData.canonicalProductTags object: []
POSMetaData.canonicalProductTags[] string: tagId
POSMetaData.children object: []
POSMetaData.children[] array: activeBatchTags canonicalProductTags
POSMetaData.children[] null: canonicalLabResultUrl packageQuantity
POSMetaData.children[] number: canonicalEffectivePotencyMg kioskQuantityAvailable medPrice price quantity
POSMetaData.children[] number: quantityAvailable recPrice
POSMetaData.children[] object: recEquivalent standardEquivalent
POSMetaData.children[] string: __typename canonicalBrandId canonicalBrandName canonicalCategory
POSMetaData.children[] string: canonicalCategoryId canonicalID canonicalImgUrl canonicalName
POSMetaData.children[] string: canonicalPackageId canonicalSKU canonicalStrainId canonicalVendorId option
POSMetaData.children[].activeBatchTags object: []
POSMetaData.children[].activeBatchTags[] string: tagId
POSMetaData.children[].canonicalProductTags object: []
POSMetaData.children[].canonicalProductTags[] string: tagId
POSMetaData.children[].recEquivalent number: value
POSMetaData.children[].recEquivalent string: unit
POSMetaData.children[].standardEquivalent number: value
POSMetaData.children[].standardEquivalent string: unit
Prices number: []
THCContent array: range
THCContent string: __typename unit
THCContent.range number: []
brand string: __typename _id description id imageUrl name parentBrandId
cannabinoidsV2 object: []
cannabinoidsV2[] number: value
cannabinoidsV2[] object: cannabinoid
cannabinoidsV2[] string: __typename unit
cannabinoidsV2[].cannabinoid string: __typename description name
collectionCardBadge string: color title
effects number: {}
featured boolean: current
featured string: endTime startTime
images object: []
images[] boolean: active
images[] string: __typename description url
limitsPerCustomer object: []
limitsPerCustomer[] string: __typename key value
manualInventory object: []
manualInventory[] number: inventory
manualInventory[] string: __typename option
measurements null: volume
measurements object: netWeight
measurements string: __typename
measurements.netWeight array: values
measurements.netWeight string: __typename unit
measurements.netWeight.values number: []
medicalPrices number: []
medicalSpecialPrices number: []
optionsBelowKioskThreshold string: []
optionsBelowThreshold string: []
pastCNames string: []
rawOptions string: []
recPrices number: []
recSpecialPrices number: []
specialData array: bogoSpecials saleSpecials
specialData string: __typename
specialData.bogoSpecials object: []
specialData.bogoSpecials[] array: bogoConditions bogoRewards qualifyingConditionOptions qualifyingOptions
specialData.bogoSpecials[] array: qualifyingRewardOptions
specialData.bogoSpecials[] boolean: applyRewardsToConditions directPOSProductIdMapping discountStacking
specialData.bogoSpecials[] boolean: rawPOSWeightMapping useTotalQtyCalcsFix
specialData.bogoSpecials[] null: discountBehavior discountToCart excludeConditionItemsFromRewards isRecurring
specialData.bogoSpecials[] null: menuDisplayName payByBankIncentiveEnabled paymentRestrictions
specialData.bogoSpecials[] null: recurringEndDate skipV4Merge useGreedOptimizedCalculator
specialData.bogoSpecials[] null: useLatestCartCalculator
specialData.bogoSpecials[] number: minorVersion redemptionLimit version
specialData.bogoSpecials[] object: discountBundle excludedProducts itemsForAPrice totalQuantity totalSpend
specialData.bogoSpecials[] object: totalWeight
specialData.bogoSpecials[] string: __typename bogoConditionLogicOperator bogoRewardLogicOperator createdBy
specialData.bogoSpecials[] string: discountPrecedence endStamp menuType nonStackingBehavior
specialData.bogoSpecials[] string: settingsDerivedFrom sourceId specialId specialName specialType
specialData.bogoSpecials[] string: stackingBehavior stackingMode
specialData.bogoSpecials[].bogoConditions object: []
specialData.bogoSpecials[].bogoConditions[] array: brandIds brandNames categoryIds categoryNames
specialData.bogoSpecials[].bogoConditions[] array: enterpriseProductIds productIds
specialData.bogoSpecials[].bogoConditions[] array: selectedCategoriesAndSubcategories weights
specialData.bogoSpecials[].bogoConditions[] boolean: requiresSingleSku
specialData.bogoSpecials[].bogoConditions[] null: enterpriseProductId exclusions inventoryTags productId
specialData.bogoSpecials[].bogoConditions[] null: productTags strainIds subcategoryIds subcategoryNames
specialData.bogoSpecials[].bogoConditions[] null: vendorIds
specialData.bogoSpecials[].bogoConditions[] number: quantity
specialData.bogoSpecials[].bogoConditions[] object: totalQuantity totalSpend totalWeight
specialData.bogoSpecials[].bogoConditions[] string: __typename _id brandId brandName categoryName
specialData.bogoSpecials[].bogoConditions[] string: productGroup weight weightOperator
specialData.bogoSpecials[].bogoConditions[].brandIds string: []
specialData.bogoSpecials[].bogoConditions[].brandNames string: []
specialData.bogoSpecials[].bogoConditions[].categoryIds string: []
specialData.bogoSpecials[].bogoConditions[].categoryNames string: []
specialData.bogoSpecials[].bogoConditions[].productIds string: []
specialData.bogoSpecials[].bogoConditions[].totalQuantity boolean: enabled
specialData.bogoSpecials[].bogoConditions[].totalQuantity null: maxQuantity
specialData.bogoSpecials[].bogoConditions[].totalQuantity number: quantity
specialData.bogoSpecials[].bogoConditions[].totalQuantity string: __typename quantityOperator
specialData.bogoSpecials[].bogoConditions[].weights string: []
specialData.bogoSpecials[].bogoRewards object: []
specialData.bogoSpecials[].bogoRewards[] array: brandIds brandNames categoryIds categoryNames
specialData.bogoSpecials[].bogoRewards[] array: enterpriseProductIds productIds weights
specialData.bogoSpecials[].bogoRewards[] boolean: requiresSingleSku
specialData.bogoSpecials[].bogoRewards[] null: applicationRules enterpriseProductId exclusions inventoryTags
specialData.bogoSpecials[].bogoRewards[] null: productTags selectedCategoriesAndSubcategories strainIds
specialData.bogoSpecials[].bogoRewards[] null: subcategoryIds subcategoryNames vendorIds
specialData.bogoSpecials[].bogoRewards[] number: discountAmount quantity
specialData.bogoSpecials[].bogoRewards[] object: totalQuantity totalSpend totalWeight
specialData.bogoSpecials[].bogoRewards[] string: __typename _id brandId brandName categoryName discountType
specialData.bogoSpecials[].bogoRewards[] string: dollarDiscount percentDiscount productGroup productId
specialData.bogoSpecials[].bogoRewards[] string: targetPrice weight weightOperator
specialData.bogoSpecials[].bogoRewards[].brandNames string: []
specialData.bogoSpecials[].bogoRewards[].categoryNames string: []
specialData.bogoSpecials[].bogoRewards[].totalQuantity boolean: enabled
specialData.bogoSpecials[].bogoRewards[].totalQuantity number: maxQuantity quantity
specialData.bogoSpecials[].bogoRewards[].totalQuantity string: quantityOperator
specialData.bogoSpecials[].discountBundle boolean: enabled
specialData.bogoSpecials[].discountBundle null: limit
specialData.bogoSpecials[].discountBundle string: __typename _id applyTo discountType value
specialData.bogoSpecials[].excludedProducts null: conditions rewards
specialData.bogoSpecials[].excludedProducts string: __typename
specialData.bogoSpecials[].itemsForAPrice boolean: enabled
specialData.bogoSpecials[].itemsForAPrice string: value
specialData.bogoSpecials[].qualifyingConditionOptions string: []
specialData.bogoSpecials[].qualifyingOptions string: []
specialData.bogoSpecials[].qualifyingRewardOptions string: []
specialData.bogoSpecials[].totalQuantity boolean: enabled
specialData.bogoSpecials[].totalQuantity number: maxQuantity quantity
specialData.bogoSpecials[].totalQuantity string: __typename quantityOperator
specialData.bogoSpecials[].totalSpend boolean: enabled
specialData.bogoSpecials[].totalSpend number: maximumSpend minimumSpend
specialData.bogoSpecials[].totalSpend string: __typename spendOperator
specialData.bogoSpecials[].totalWeight boolean: enabled
specialData.bogoSpecials[].totalWeight string: __typename weight weightOperator
specialData.saleSpecials object: []
specialData.saleSpecials[] array: eligibleProductOptions saleDiscounts
specialData.saleSpecials[] boolean: directPOSProductIdMapping discountStacking dollarDiscount percentDiscount
specialData.saleSpecials[] boolean: rawPOSWeightMapping targetPrice useTotalQtyCalcsFix
specialData.saleSpecials[] null: payByBankIncentiveEnabled paymentRestrictions skipV4Merge
specialData.saleSpecials[] null: useGreedOptimizedCalculator useLatestCartCalculator
specialData.saleSpecials[] number: discount minorVersion version
specialData.saleSpecials[] object: specialRestrictions
specialData.saleSpecials[] string: __typename createdBy menuType nonStackingBehavior settingsDerivedFrom
specialData.saleSpecials[] string: source sourceId specialId specialName specialType stackingBehavior
specialData.saleSpecials[] string: stackingMode
specialData.saleSpecials[].eligibleProductOptions string: []
specialData.saleSpecials[].saleDiscounts object: []
specialData.saleSpecials[].saleDiscounts[] array: brandIds categoryIds exclusions productIds weights
specialData.saleSpecials[].saleDiscounts[] null: brandNames categoryNames enterpriseProductIds inventoryTags
specialData.saleSpecials[].saleDiscounts[] null: productTags strainIds subcategoryIds subcategoryNames
specialData.saleSpecials[].saleDiscounts[] null: vendorIds
specialData.saleSpecials[].saleDiscounts[] number: discountAmount
specialData.saleSpecials[].saleDiscounts[] string: __typename _id discountType productGroup weightOperator
specialData.saleSpecials[].saleDiscounts[].brandIds string: []
specialData.saleSpecials[].saleDiscounts[].categoryIds string: []
specialData.saleSpecials[].saleDiscounts[].exclusions object: []
specialData.saleSpecials[].saleDiscounts[].exclusions[] array: productIds
specialData.saleSpecials[].saleDiscounts[].exclusions[] null: brandIds brandNames categoryIds categoryNames
specialData.saleSpecials[].saleDiscounts[].exclusions[] null: enterpriseProductIds inventoryTags productTags
specialData.saleSpecials[].saleDiscounts[].exclusions[] null: strainIds subcategoryIds subcategoryNames
specialData.saleSpecials[].saleDiscounts[].exclusions[] null: vendorIds weightOperator weights
specialData.saleSpecials[].saleDiscounts[].exclusions[] string: matchOperator productGroup
specialData.saleSpecials[].saleDiscounts[].weights string: []
specialData.saleSpecials[].specialRestrictions object: {}
specialData.saleSpecials[].specialRestrictions{} string: discountType
specialIdsPerOption object: []
specialIdsPerOption[] array: conditionIds rewardIds
specialIdsPerOption[] string: __typename option
specialIdsPerOption[].conditionIds string: []
specialIdsPerOption[].rewardIds string: []
terpenes object: []
terpenes[] number: value
terpenes[] object: libraryTerpene
terpenes[] string: id terpeneId unit unitSymbol
terpenes[].libraryTerpene array: aromas effects
terpenes[].libraryTerpene string: description name
`;

/** Fields that every product had. Without them, prices, stock or names would be lost. */
const ALWAYS = new Set(
  `id Name type subcategory strainType Status brandName Options Prices recPrices medicalPrices recSpecialPrices
  medicalSpecialPrices specialData POSMetaData manualInventory THCContent CBDContent Image images cName
  POSMetaData.children specialData.saleSpecials specialData.bogoSpecials`
    .trim()
    .split(/\s+/),
);

/** Objects whose keys are data: ids of brands, categories and products in `specialRestrictions`, names of effects in `effects`. */
export const MAP_FIELDS: ReadonlySet<string> = new Set(['specialRestrictions', 'effects']);

/** The fields of FilteredProducts that are known before the first payload. */
export const DOCUMENTED_FIELDS: readonly KnownField[] = readFields();

function readFields(): KnownField[] {
  const fields = new Map<string, KnownField>();
  for (const line of FIELDS.trim().split('\n')) {
    const [, parent = '', type = '', names = ''] = /^(\S+) (\w+): (.+)$/.exec(line) ?? [];
    for (const name of names.split(' ')) {
      const path = pathOf(parent === '(product)' ? '' : parent, name);
      const types: FieldType[] = type === 'null' ? [] : [type as FieldType];
      fields.set(path, { path, types, presence: ALWAYS.has(path) ? 'always' : 'untold' });
    }
  }
  return [...fields.values()];
}

function pathOf(parent: string, name: string): string {
  const isElement = name === '[]' || name === '{}';
  return isElement || parent === '' ? parent + name : `${parent}.${name}`;
}
